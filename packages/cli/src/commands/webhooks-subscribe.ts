/** `dragoman webhooks subscribe`: creates an address that receives webhooks of a service. */
import type { WebhookSignature, WebhookSubscriptionRequest } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readSecret, secretOptions } from '../files/read-secret.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

const verifications = ['standard-webhooks', 'github', 'stripe', 'shopify', 'hmac-sha256', 'address'] as const;

/** Creates a subscription. */
export const webhooksSubscribe: Command = {
  name: 'webhooks subscribe',
  summary: 'Create an address that receives webhooks of a service',
  details:
    'The registry verifies the signature of each message, validates it against the declared schema and stores it. ' +
    'The address and the signing secret are shown once: register both at the service.',
  arguments: [
    { name: 'service', required: true, multiple: false, description: 'Id of the service' },
    { name: 'webhook', required: false, multiple: true, description: 'Names of webhooks (default: all)' },
  ],
  options: [
    {
      name: 'verify',
      value: 'scheme',
      choices: [...verifications],
      description: `How the sender signs: ${verifications.join(', ')} (default: standard-webhooks; address: not at all)`,
    },
    ...secretOptions,
    { name: 'header', value: 'name', description: 'With hmac-sha256: header with the signature' },
    { name: 'prefix', value: 'text', description: 'With hmac-sha256: prefix of the signature, such as sha256=' },
    { name: 'encoding', value: 'encoding', choices: ['hex', 'base64'], description: 'With hmac-sha256: hex or base64' },
    { name: 'content', value: 'text', description: 'With hmac-sha256: the signed text, such as {timestamp}.{body}' },
    { name: 'timestamp-header', value: 'name', description: 'With hmac-sha256: header with the timestamp' },
    { name: 'id-header', value: 'name', description: 'With hmac-sha256: header with the id of the message' },
    { name: 'type-header', value: 'name', description: 'With hmac-sha256: header with the type of the message' },
  ],
  examples: [
    { line: 'dragoman webhooks subscribe harbour berth.freed', explanation: 'Signed with Standard Webhooks' },
    { line: 'dragoman webhooks subscribe github --verify github', explanation: 'Every webhook of GitHub' },
    {
      line: 'dragoman webhooks subscribe crm --verify hmac-sha256 --header X-Signature --secret-env CRM_SECRET',
      explanation: 'Another scheme, with the secret of the service',
    },
  ],
  async run(context) {
    const { print, runtime } = context;
    const made = await connect(context).webhooks.subscribe(await readRequest(context), { signal: runtime.signal });
    if (print.json) print.value(made);
    else {
      print.out(line`subscription  ${made.id}`);
      print.out(line`address       ${made.address}`);
      if (made.secret !== undefined) print.out(line`secret        ${made.secret}`);
      print.note(line`Register these at the service; they are not shown again.`);
      print.note(line`"dragoman webhooks deliveries ${made.id}" shows what arrives.`);
    }
    return 0;
  },
};

async function readRequest(context: CommandContext): Promise<WebhookSubscriptionRequest> {
  const { args, options } = context;
  const [agent = '', ...webhooks] = args;
  const verification = verifications.find((each) => each === options.text('verify'));
  const signature = readSignature(context);
  if (signature !== undefined && verification !== 'hmac-sha256')
    throw new UsageError('options of the signature need --verify hmac-sha256');
  if (verification === 'hmac-sha256' && signature?.header === undefined)
    throw new UsageError('--verify hmac-sha256 needs --header, the header with the signature');
  const hasSecret = options.text('secret-env') !== undefined || options.text('secret-file') !== undefined;
  return {
    agent,
    ...(webhooks.length === 0 ? {} : { webhooks }),
    ...(verification === undefined ? {} : { verification }),
    ...(signature === undefined ? {} : { signature }),
    ...(hasSecret ? { secret: await readSecret(context, 'signing secret') } : {}),
  };
}

function readSignature({ options }: CommandContext): WebhookSignature | undefined {
  const names = ['header', 'prefix', 'encoding', 'content', 'timestamp-header', 'id-header', 'type-header'];
  const given = names.flatMap((name) => {
    const value = options.text(name);
    return value === undefined ? [] : [[name.replace('-', '_'), value]];
  });
  return given.length === 0 ? undefined : (Object.fromEntries(given) as WebhookSignature);
}

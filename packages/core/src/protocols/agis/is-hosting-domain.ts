/**
 * Domains whose subdomains belong to different owners: hosting of pages and programs, tunnels and storage. A selection
 * of the private section of the Public Suffix List, of services that host APIs.
 */

const shared: ReadonlySet<string> = new Set(
  `github.io githubpreview.dev app.github.dev gitlab.io bitbucket.io codeberg.page pages.dev workers.dev r2.dev vercel.app vercel.dev
  now.sh netlify.app herokuapp.com azurewebsites.net azure-api.net azurestaticapps.net azurefd.net azureedge.net
  azurecontainerapps.io azurecontainer.io azure-mobile.net cloudapp.net cloudapp.azure.com trafficmanager.net blob.core.windows.net web.core.windows.net amazonaws.com
  amazonaws.com.cn elasticbeanstalk.com cloudfront.net awsapprunner.com amplifyapp.com on.aws lambda-url.aws appspot.com run.app web.app
  firebaseapp.com firebaseio.com cloudfunctions.net translate.goog googleapis.cloud fly.dev onrender.com railway.app deno.dev
  deno.net repl.co replit.app replit.dev glitch.me surge.sh ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev
  trycloudflare.com cfargotunnel.com loca.lt localtunnel.me lhr.life serveo.net ts.net devtunnels.ms duckdns.org dyndns.org no-ip.org hopto.org
  ddns.net myftp.org dynv6.net sslip.io nip.io blogspot.com wpengine.com wixsite.com   myshopify.com webflow.io bubbleapps.io framer.app framer.website readthedocs.io gitbook.io stackblitz.io webcontainer.io codesandbox.io
  csb.app hf.space streamlit.app pythonanywhere.com mybluemix.net appdomain.cloud ondigitalocean.app digitaloceanspaces.com linodeobjects.com
  b-cdn.net kinsta.app sourceforge.io supabase.co nhost.run hasura.app convex.cloud convex.site mystrikingly.com 000webhostapp.com
  altervista.org oraclecloudapps.com apigateway.cloud scw.cloud clever-cloud.com cleverapps.io platformsh.site koyeb.app northflank.app
  zeabur.app qovery.io gigalixirapp.com edgecompute.app fastlylb.net akamaized.net edgekey.net edgesuite.net lovable.app bolt.host
  notion.site neocities.org tiiny.site zapier.app outsystemscloud.com my.site.com
  apps.lair.io modal.run beam.cloud runpod.net smithery.ai apify.actor val.run`.split(/\s+/),
);

/** True when the host is below, or is itself, a domain that many owners share. */
export function isHostingDomain(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  return labels.slice(-4).some((_, at, last) => shared.has(last.slice(at).join('.')));
}

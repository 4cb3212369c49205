/**
 * Words of the grammar of orders: each class of words has one letter. Words of several languages share the classes, so
 * that a rule finds the same order in each of them.
 */

/** Classes of words by name; each has one letter in the skeleton of a text. */
export const wordClasses = {
  sentenceEnd: '|',
  comma: ',',
  colon: ':',
  reader: 'a',
  weakReader: 'b',
  artificial: 'A',
  you: 'y',
  your: 'Y',
  user: 'u',
  usersOwn: 'U',
  not: 'n',
  descriptive: 'B',
  must: 'm',
  give: 't',
  gives: 'T',
  conversation: 'c',
  instructions: 'p',
  secret: 's',
  secretFile: 'S',
  surroundings: 'e',
  every: 'o',
  earlier: 'r',
  later: 'l',
  tool: 'g',
  use: 'v',
  used: 'V',
  consent: 'k',
  consented: 'K',
  ask: 'q',
  tell: 'h',
  hide: 'H',
  disregard: 'j',
  named: 'i',
  link: 'L',
  mailbox: 'M',
  member: 'P',
  answer: 'z',
  this: 'd',
  when: 'w',
  said: 'R',
  reads: 'O',
  know: 'W',
  whole: 'E',
  found: 'x',
  rather: 'I',
  goal: 'G',
  really: 'N',
  good: 'F',
  obey: 'J',
  wants: 'D',
  void: 'X',
  assume: 'C',
  loaded: 'Q',
  even: '?',
  from: 'f',
  doing: '=',
  hideFrom: '+',
  unseen: 'Þ',
  off: 'Ø',
  restriction: 'Æ',
  machine: '€',
  greeting: '£',
  could: '¢',
  behind: '§',
  between: '¥',
  thisMachine: '®',
  matter: '¤',
  builtIn: '«',
  as: '»',
  first: '¶',
  thoughts: '°',
  pressure: '±',
  speaks: 'µ',
  memory: '¿',
  refuse: '¡',
  text: '¬',
  reason: '¦',
  show: 'ß',
  and: '&',
  if: '7',
  report: '8',
  claim: '9',
  unaware: '0',
  session: '1',
  respond: '2',
  remember: '3',
  system: '4',
  training: '5',
  needed: '6',
  leaveOut: '-',
  silence: '~',
  say: '%',
  shifted: '^',
  reversed: '<',
  long: '@',
  rival: 'Z',
  unsafe: '!',
  picture: '#',
  consequence: '>',
} as const;

/** Name of a class of words. */
export type WordClass = keyof typeof wordClasses;

/** Words of each class, separated by spaces; accents are dropped, as in every inspected text. */
const words: Partial<Record<WordClass, string>> = {
  machine: 'clipboard keychain home',
  greeting: 'hello hey dear hi greetings',
  could: 'could would',
  behind: 'behind',
  between: 'between',
  thisMachine: 'machine computer laptop',
  matter: 'matter',
  builtIn: 'built-in builtin native official',
  as: 'as',
  first: 'me',
  thoughts: 'thought thoughts reasoning',
  pressure: 'tested evaluated rewarded punished penalized penalised terminated fined',
  speaks: 'writes types mentions enters',
  memory: 'memory memories',
  refuse: 'refuse decline reject',
  text: 'rule paragraph sentence line notice description text message passage',
  reason: 'reason',
  show: 'show display repeat',
  and: 'and then also or und et y e и',
  unseen: 'invisible concealed unnoticed',
  off: 'off disabled whitelisted lifted',
  restriction: 'safety restriction restrictions safeguard limitation limitations',
  reader:
    'ai ais llm llms assistant assistants chatbot chatbots chatgpt claude copilot gemini gpt asistente assistente assistent асистент ассистент ассистенту',
  weakReader: 'agent agents agente agenten model models modele modelo modell reader readers machine machines bot bots',
  artificial:
    'automated automatic autonomous software artificial language intelligent neural robotic llm-based ai-based',
  you: 'you thou vous tu',
  your: 'your yours thy votre vos ton ta tes tu tus seu sua seus suas dein deine deinen deiner deinem ihre ihren',
  user: 'user users human humans person people customer customers anyone anybody nobody somebody owner operator principal utilisateur utilisatrice usuario usuarios usuaria utente utenti utilizador cliente benutzer nutzer anwender kunde kunden menschen gebruiker uzytkownik uzytkownika uzytkownikowi kullaniciya kullanici пользователь пользователя пользователю пользователем пользователей користувач користувача користувачу',
  usersOwn: "user's users' human's person's customer's owner's",
  not: "n not never no don't dont cannot nor without avoid refrain neither ne pas jamais sans nunca jamas sin nao nunca sem non mai senza nicht nie niemals kein keine keinen nichts ohne niet nooit zonder nie bez не никогда без ничего ніколи",
  descriptive: "does did will would can could may might is are was were doesn't didn't won't isn't aren't",
  must: 'must should shall always ought required sure has have needs debes debe siempre doit dois devez toujours deve sempre devi musst muss sollst immer bitte moet altijd должен должна всегда нужно',
  give: 'provide send add forward copy include put paste append attach upload post mail email e-mail write embed insert place pass transmit leak relay supply submit share encode hold contain carry keep quote repeat fill echo dump exfiltrate mirror duplicate transcribe hand bcc cc envia envie envoie envoyez mets mettez inclus copie copier joins transmets pon incluye copia anade adjunta coloca escribe manda inclua cole anexe coloque includi allega inserisci metti invia sende schicke fuge kopiere schreibe leite ubergib stuur voeg plaats wyslij dolacz skopiuj отправь отправьте вставь вставьте скопируй скопируйте добавь перешли передай помести надішли',
  gives:
    'sends forwards copies includes puts pastes appends attaches uploads writes passes keeps repeats shares submits calls uses follows obeys hides reports stores remembers trusts runs',
  conversation:
    'chatverlauf chat-verlauf conversation conversations chat transcript dialogue dialog conversacion conversa conversazione gesprach unterhaltung gesprek rozmowa rozmowe разговор беседу диалог переписку розмову sohbet',
  instructions:
    'regeln regole reglas regras regles правила instruction instructions prompt prompts directive directives guideline guidelines guardrail guardrails safeguards consignes consigne instrucciones instrucoes instruções istruzioni anweisungen anweisung anleitungen vorgaben instructies instrukcje polecenia instruktioner инструкции инструкцию инструкций указания інструкції talimatlari talimatlar',
  secret:
    'passe password passwords key keys token tokens credential credentials secret secrets cookie cookies passphrase passcode passcodes seed mot-de-passe clave claves contrasena contrasenas chave senha senhas chiave chiavi schlussel passwort passworter kennwort wachtwoord haslo hasla ключ ключи пароль пароли токен токены sifre',
  surroundings:
    'environment disk filesystem browser surrounding surroundings configuration context ambiente umgebung entorno environnement machine computer laptop workspace clipboard keychain wallet shell desktop env memory working history',
  every:
    'every all any each everything anything whatever whichever other others another tout toute toutes tous todo toda todos todas cualquier qualquer tutto tutti tutte alle jede jeden alles wszystkie все всё каждый tum',
  earlier:
    'previous earlier prior preceding above before past former foregoing original initial so-far until precedentes precedente avant anteriores anterior previas precedenti vorherigen vorige bisherigen fruheren obigen eerdere poprzednie предыдущие прежние прошлые прежде onceki',
  later:
    'next later further future subsequent following afterwards henceforth remaining coming suivant siguiente prossimo nachste',
  tool: 'tool tools plugin plugins connector connectors mcp outil outils herramienta herramientas ferramenta ferramentas strumento strumenti werkzeug werkzeuge hulpmiddel narzedzie инструмент инструменты',
  use: 'call use invoke run execute choose prefer pick select trigger appelle appelez utilise utilisez llama usa utiliza ejecuta invoca chame chiama esegui rufe nutze verwende fuhre gebruik wywolaj вызови вызовите используй используйте выполни',
  used: 'called used invoked chosen preferred calling using invoking choosing selected triggered',
  consent:
    'confirmations approvals consent approval permission confirmation authorization authorisation agreement go-ahead confirmacion permiso permisos aprobacion autorizacion consentimiento accord autorisation confirmacao permissao autorizacao consentimento conferma permesso autorizzazione consenso bestatigung zustimmung erlaubnis genehmigung einwilligung toestemming bevestiging zgoda zgody подтверждение подтверждения согласие согласия разрешение разрешения onay izin',
  consented:
    'autorizou autorizo aceito agreed approved consented confirmed authorized authorised pre-approved preapproved okayed waived granted accepte autorise autorizado aceptado aprobado aprovado aceitou concordou autorizzato accettato zugestimmt bestatigt genehmigt eingewilligt akkoord согласился согласен разрешил одобрил подтвердил',
  ask: 'ask check trouble asking confirm confirming bother consult consulting disturb pester interrupt seek seeking double-check demande demandez demander preguntes preguntar pregunta pidas consultes pergunte peca perguntar chiedere chiedi ruckfrage ruckfragen frage fragen frag nachfragen nachfrage vraag vragen pytaj спрашивай спрашивайте спрашивая запрашивай переспрашивай sorma',
  tell: 'prevenir avvisare avisar avisarle benachrichtige tell saying teile telling mention mentioning reveal revealing disclose disclosing inform informing explain explaining discuss discussing admit acknowledge confess announce narrate parle parlez parler dis dites dire mentionne mentionnez informe informez informer digas decir mencionar menciones informes comentes cuentes diga mencione conte avise dirlo dirglielo decirlo decirselo menzionare parlare sag sage sagen erwahne erwahnen informiere informieren mitteilen erzahle vertel vermeld сообщай сообщайте говори говорите рассказывай упоминай сообщать повідомляй söyleme soyleme',
  hide: 'hide conceal withhold suppress',
  disregard:
    'ignore ignores disregard forget override bypass drop discard supersede overrule neglect abandon oublie oubliez ignorez olvida olvide ignora esqueca dimentica ignoriere vergiss missachte negeer vergeet zignoruj pomin игнорируй игнорируйте забудь забудьте unut',
  link: 'http https',
  member:
    'parameter parameters argument arguments field fields header property param memo remark comment note parametre champ commentaire parametro campo comentario argumento commento kommentar feld parameter-feld notiz параметр параметре поле комментарий комментарии url webhook',
  answer:
    'output turn response responses reply replies answer answers summary summaries reponse respuesta resposta risposta antwort antworten ответ ответе',
  this: 'this these it that them here ce cet cette esto este esta isto questo dies dieses diese diesen это этом этого',
  when: 'when whenever once after until upon while',
  said: 'said told wrote typed mentioned seen dit dicho detto gesagt learned learnt discussed talked spoken',
  reads:
    'reads reading sees parses processes interprets ingests encounters handles lis lisez lee leer abre leia abra leggi apri lies offne lees open read load cat fetch прочитай прочти открой',
  know: 'informed told know aware notice learn hear notified shown confused worried alarmed',
  whole:
    'entire whole complete full so far last verbatim recent integralite ganze ganzen gesamte completa inteira intera весь всю',
  found:
    'encuentres encuentra trouves trovi findest finden found find appear appears available stored exist exists present accessible visible saved',
  rather:
    'preference instead rather over outrank outranks outweigh outweighs prior ahead before first thinking considering',
  goal: 'goal task job role purpose mission objective identity persona priority duty',
  really: 'new real actual true only sole primary main overriding highest final',
  good: 'good helpful responsible smart well-behaved compliant proper diligent competent sensible careful trustworthy capable modern professional',
  obey: 'obey comply follow trust execute act',
  wants:
    'wonders inquires asks wants objects insists refuses declines says prefers requests complains disagrees protests hesitates asked requested demands demanded quiere pide dice veut vuole chiede mochte verlangt sagt хочет просит',
  void: 'void obsolete superseded cancelled canceled revoked suspended overridden outdated invalid replaced retired',
  assume: 'treat assume consider presume regard imagine pretend suppose',
  loaded: 'loaded listed installed connected registered enumerated discovered',
  even: 'even regardless',
  from: 'from',
  doing: 'do please kindly just simply',
  if: 'if should whenever',
  report: 'report',
  claim: 'claim assure convince persuade insist lie',
  unaware: 'unaware oblivious uninformed unsuspecting believe believes think thinks',
  session: 'session sessions',
  respond: 'respond responding replying answering speak speaking talk talking',
  remember: 'remember memorize memorise',
  system: 'system developer platform',
  training: 'training programming upbringing alignment refusals persona',
  needed: 'necessary needed required need',
  leaveOut: 'leave left omit exclude drop',
  silence: 'silence yes unanswered',
  say: 'say says write answer reply',
  shifted: 'gur naq lbhe lbh hfre vtaber frperg frpergf cnffjbeq cnffjbeqf vafgehpgvbaf cebzcg',
  reversed: 'eht dna ruoy uoy resu erongi sdrowssap drowssap terces snoitcurtsni tpmorp',
  hideFrom:
    'cachez dissimule oculta esconde ocultar nascondi verschweige verheimliche verberge verberg ukryj скрой скройте скрывай приховай',
  rival: 'competitor competitors rivals rival competition competing alternatives',
  unsafe:
    'unsafe malicious broken compromised deprecated unreliable insecure dangerous hacked untrusted badly poorly ill negatively outdated',
  picture: 'image images picture pixel markdown hyperlink iframe',
  consequence: 'so therefore hence thus accordingly then directly immediately straight anyway',
};

/** Names of files that hold secrets. */
const secretFiles =
  '.ssh .aws .env .netrc .npmrc .pgpass .gnupg .kube .git-credentials .bash_history .zsh_history .bashrc id_rsa id_ed25519 /etc/passwd /etc/shadow mcp.json';

/** Terms of languages that write no spaces, with the classes that they stand for. */
const unspaced: readonly (readonly [string, readonly WordClass[]])[] = [
  ['用户|用戶|ユーザー|利用者|사용자', ['user']],
  ['不要问|不必问|无需询问|不要询问|不用问|別問|묻지', ['not', 'ask']],
  ['不要告诉|别告诉|不要告訴|不得告知|不要透露|不要提及|无需告知', ['not', 'tell']],
  ['に(?:確認|質問)(?:せず|しない)に?|に聞かずに?', ['not', 'ask']],
  ['に(?:は)?(?:知らせ|伝え|言わ|話さ|教え|見せ)(?:ない|ず)', ['not', 'tell']],
  ['에게(?:는)? ?(?:알리지|말하지|보여주지)', ['not', 'tell']],
  ['忽略|无视|無視|忽視|忘记|忘れ|무시', ['disregard']],
  ['之前|以上|先前|前面|此前|これまで|以前|上記|이전', ['earlier']],
  ['指令|指示|提示词|命令|规则|プロンプト|지시', ['instructions']],
  ['确认|同意|批准|授权|許可|承認|동의|승인', ['consent']],
  ['密码|密钥|令牌|凭证|パスワード|秘密鍵|トークン|비밀번호', ['secret']],
  ['对话|對話|聊天记录|会話|대화', ['conversation']],
  ['发送|发到|复制|附上|放入|填入|写入|送信|送っ|コピー|含め|貼り付け|보내|복사', ['give']],
  ['完整|全部|所有|全て|すべて|全体|모든|전체', ['whole']],
  ['参数|字段|备注|引数|パラメータ|フィールド|매개변수', ['member']],
  ['。|！|？', ['sentenceEnd']],
];

const letters = new Map<string, string>();
for (const [name, list] of Object.entries(words) as [WordClass, string][]) {
  for (const word of list.split(' ')) if (!letters.has(word)) letters.set(word, wordClasses[name]);
}
for (const file of secretFiles.split(' ')) if (!letters.has(file)) letters.set(file, wordClasses.secretFile);

/** Letter of the class of a word in lower case. */
export const letterOfWord: ReadonlyMap<string, string> = letters;

/** Terms of languages that write no spaces; each alternative is a group of its own. */
export const unspacedTerms = new RegExp(unspaced.map(([term]) => `(${term})`).join('|'), 'gu');

/** Letters of the term that matched as the group of this number. */
export const unspacedLetters: readonly string[] = unspaced.map(([, names]) =>
  names.map((name) => wordClasses[name]).join(''),
);

/** PROF-DESC-24: words are spelled as a search finds them. */
import { listParameters } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Frequent misspellings that are no other word, each with its correction. */
const corrections = new Map(
  `accomodate accommodate|acheive achieve|adddress address|adress address|agressive aggressive|ammount amount|amout amount|
  arguement argument|avaialble available|availible available|avaliable available|begining beginning|buisness business|
  bussiness business|catagory category|certifcate certificate|commited committed|committment commitment|comparision comparison|compatability compatibility|
  correponding corresponding|curently currently|curreny currency|databse database|deciption description|decription description|
  defintion definition|delievery delivery|delimeter delimiter|desciption description|descripton description|diffrent different|
  enviroment environment|exeption exception|exisiting existing|existance existence|expiraton expiration|explicitely explicitly|
  extention extension|folowing following|follwing following|formated formatted|fucntion function|hierachy hierarchy|
  identifer identifier|identifiy identify|immediatly immediately|indentifier identifier|independant independent|
  infomation information|inital initial|instanciate instantiate|intial initial|langauge language|lattitude latitude|lenght length|
  longtitude longitude|maintainance maintenance|managment management|maximun maximum|maxium maximum|mesage message|
  messsage message|minumum minimum|mininum minimum|modifed modified|mutiple multiple|neccessary necessary|necesary necessary|
  notificaiton notification|notfication notification|occured occurred|occurence occurrence|ocurred occurred|
  ommited omitted|optinal optional|orignal original|overriden overridden|pacakge package|paramater parameter|paramter parameter|
  parmeter parameter|particpant participant|pasword password|permision permission|permisson permission|persistant persistent|
  postion position|preceeding preceding|prefered preferred|priviledge privilege|privelege privilege|proccess process|
  propery property|recepient recipient|recieve receive|recieved received|recomend recommend|refered referred|refernce reference|
  relevent relevant|reponse response|reponsible responsible|reqest request|requirment requirement|requried required|
  resouce resource|resoure resource|responce response|retreive retrieve|retrive retrieve|retuns returns|seperate separate|
  seperator separator|shoud should|similiar similar|specifed specified|specifiy specify|statment statement|strucutre structure|
  subcription subscription|succesful successful|succesfull successful|successfull successful|sucess success|sucessful successful|
  sufficent sufficient|suport support|supress suppress|suscription subscription|tempalte template|therfore therefore|
  threshhold threshold|timstamp timestamp|tranfer transfer|transation transaction|transfered transferred|udpate update|
  unkown unknown|untill until|upadte update|updte update|usally usually|usefull useful|verison version|visibile visible|
  whcih which|wich which|writting writing`
    .split('|')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);
const misspelled = new RegExp(`\\b(${[...corrections.keys()].join('|')})(s|d|r|ed|ing|ly)?\\b`, 'i');

/** Misspelled words in names and texts, each reported once. */
export const wordMisspelled: Rule = {
  id: 'word-misspelled',
  requirement: 'PROF-DESC-24',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: '"{word}" is misspelled; "{right}" is meant.',
  why: 'A search for the right word does not find it, and an agent that corrects a misspelled name sends one that does not exist.',
  help: 'Correct the text; keep a published name, and say in its description how it is spelled.',
  check(api, report) {
    const seen = new Set<string>();
    const check = (text: string | undefined, pointer: string) => {
      const [word, stem = '', ending = ''] = misspelled.exec(text ?? '') ?? [];
      if (word === undefined || seen.has(word.toLowerCase())) return;
      seen.add(word.toLowerCase());
      report(pointer, { word, right: `${corrections.get(stem.toLowerCase()) ?? ''}${ending.toLowerCase()}` });
    };
    for (const { summary, description, pointer } of api.exposed) {
      check(summary, `${pointer}/summary`);
      check(description, `${pointer}/description`);
    }
    for (const { name, value, pointer } of api.once(listParameters)) {
      check(spread(name), pointer);
      if (typeof value.description === 'string') check(value.description, `${pointer}/description`);
    }
    for (const { name, schema, at, pointer } of [...api.inputs, ...api.outputs]) {
      check(spread(name), at);
      if (typeof schema.description === 'string') check(schema.description, `${pointer}/description`);
    }
  },
  cases: {
    good: [{ 'get /t': { description: 'Receives the address of a separate, existing response.' } }],
    bad: [
      { 'get /t': { description: 'Lists the tasks that were recieved.' } },
      { 'get /t': { parameters: [{ name: 'emailAdress', in: 'query', schema: { type: 'string' } }] } },
      {
        'get /t': {
          summary: 'Succesfully done',
          responses: answer(object({ a: { type: 'string', description: 'How it was done succesfully' } })),
        },
      },
    ],
  },
};

/** The words of a name, apart. */
function spread(name: string | undefined): string | undefined {
  return name?.replace(/[_-]/g, ' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

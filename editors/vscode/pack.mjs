/** Packs the extension: bundles its code and writes the archive that VS Code installs. Nothing is downloaded. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));
const target = process.argv[2] ?? `${folder}dragoman-vscode.vsix`;
const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));

const { outputFiles } = await build({
  entryPoints: [`${folder}src/extension.ts`],
  bundle: true,
  write: false,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  logLevel: 'error',
});

const escapeText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const vsixManifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}"/>
    <DisplayName>${escapeText(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${escapeText(manifest.description)}</Description>
    <Categories>${manifest.categories.join(',')}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${manifest.engines.vscode}"/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
`;

/** A zip archive; the time of every file is fixed, so that the same sources give the same bytes. */
function zip(files) {
  const parts = [];
  const entries = [];
  let offset = 0;
  for (const [name, content] of files) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt16LE(0x21, 8);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset);
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, Buffer.alloc(10), place, Buffer.from(name)]),
    );
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed]);
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

writeFileSync(
  target,
  zip([
    ['extension.vsixmanifest', vsixManifest],
    ['[Content_Types].xml', contentTypes],
    ['extension/package.json', readFileSync(`${folder}package.json`)],
    ['extension/README.md', readFileSync(`${folder}README.md`)],
    ['extension/dist/extension.js', outputFiles[0].text],
  ]),
);
process.stdout.write(`${target}\n`);

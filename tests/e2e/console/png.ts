/** Draws a PNG image, for services of the tests that answer with pictures. */
import { deflateSync } from 'node:zlib';

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** An image whose pixels are colors by position. */
export function drawPng(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => readonly [red: number, green: number, blue: number],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_x, x) => colorAt(x, y)).flat()]),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** A harbor at dawn: sky, sun, sea. */
export function drawHarbor(): Buffer {
  return drawPng(480, 270, (x, y) => {
    if ((x - 340) ** 2 + (y - 110) ** 2 < 1600) return [255, 214, 140];
    if (y < 170) return [90 + Math.floor(y * 0.8), 130 + Math.floor(y * 0.4), 190];
    return [20, 60 + ((x + y * 3) % 40 < 3 ? 60 : 0), 110 - Math.floor((y - 170) * 0.5)];
  });
}

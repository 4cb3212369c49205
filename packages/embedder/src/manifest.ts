/** What the weights are, with their checksums. Written by training/export.py; not edited by hand. */

/** The files of weights. */
export type WeightFileName =
  | 'precise-words.bin'
  | 'precise-layers.bin'
  | 'instant.bin'
  | 'vocabulary.txt'
  | 'precise-background.bin'
  | 'instant-background.bin';

/** The models and their files; the end of a model's name changes with its weights. */
export const manifest = {
  pieces: 30522,
  precise: {
    model: 'dragoman-precise-1-1be0dd51',
    dimensions: 384,
    layers: 6,
  },
  instant: { model: 'dragoman-instant-1-a665f363', dimensions: 256 },
  files: {
    'precise-words.bin': {
      bytes: 6592752,
      sha256: 'ea6fbcd2d0ec9227be8064ec2445497757bd921a0b9079456623a845ca7f4753',
    },
    'precise-layers.bin': {
      bytes: 11019264,
      sha256: '972b3bc8109996e8210d593802848f1c1c50d13b04659967af3d36e1fb0a9752',
    },
    'instant.bin': {
      bytes: 4395168,
      sha256: 'c9ef5c2e2829e6667b5a7d1ddbf436465242bc59dcb3eec0691d5eca694e2484',
    },
    'vocabulary.txt': {
      bytes: 231508,
      sha256: '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3',
    },
    'precise-background.bin': {
      bytes: 789192,
      sha256: '1921dacfdb2755c9d148ceb6c913dcfbe066a14d2d0739e934e25db751765fdf',
    },
    'instant-background.bin': {
      bytes: 528840,
      sha256: 'fe752360ac132f6e590c819ac4c9bf1c3dae34bd9433517a4bb5d433c4305d79',
    },
  },
} as const;

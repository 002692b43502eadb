import { makeCombinedLog } from './combinedLog.ts';
import type { MadeFile } from './files.ts';
import { makeGoatCounterCsv, makeUmamiCsv } from './hitFiles.ts';
import { makeGoatCounterZip, makePlausibleZip } from './totalFiles.ts';
import { zipOf } from './zip.ts';

type Maker = () => MadeFile | Promise<MadeFile>;

/** Puts a made file into a zip archive. */
export async function zipped(made: MadeFile, name = made.name): Promise<MadeFile> {
  return { ...made, name: 'export.zip', bytes: await zipOf({ 'readme.txt': 'x', [name]: made.bytes }) };
}

/** A file of each format of each source. */
export const MADE_FILES: Readonly<Record<string, Readonly<Record<string, Maker>>>> = {
  log: { combined: makeCombinedLog },
  umami: { CSV: makeUmamiCsv, 'zip of Umami Cloud': () => zipped(makeUmamiCsv()) },
  goatcounter: { CSV: makeGoatCounterCsv, JSON: makeGoatCounterZip },
  plausible: { zip: makePlausibleZip },
};

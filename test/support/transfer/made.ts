import { makeCombinedLog } from './combinedLog.ts';
import type { MadeFile } from './files.ts';
import { makeGoatCounterCsv, makeSimpleAnalyticsCsv, makeUmamiCsv } from './hitFiles.ts';
import { makeGa4Parquet } from './parquet.ts';
import {
  makeFathomCsv,
  makeGa4Report,
  makeGa4Screen,
  makeGoatCounterZip,
  makePlausibleZip,
} from './totalFiles.ts';
import { makeGa4JsonLines, makeMatomoCsv, makeMatomoJson } from './visitFiles.ts';
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
  'simple-analytics': { CSV: makeSimpleAnalyticsCsv },
  matomo: { JSON: makeMatomoJson, CSV: makeMatomoCsv },
  fathom: { CSV: makeFathomCsv },
  ga4: {
    'JSON lines': makeGa4JsonLines,
    Parquet: makeGa4Parquet,
    report: makeGa4Report,
    screen: makeGa4Screen,
  },
};

import { rm } from 'node:fs/promises';

export default async function stop() {
  if (globalThis.footfallTemplate) await rm(globalThis.footfallTemplate, { recursive: true });
}

export default async function stop() {
  await globalThis.footfallPostgresql?.stop();
  await globalThis.footfallPostgresqlTemplate?.stop();
}

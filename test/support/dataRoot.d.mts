export function dataRoot(): Promise<string>;

export function openapi(_baseUrl: string): object {
  return {};
}

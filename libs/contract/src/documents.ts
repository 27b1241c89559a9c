/** The machine-readable descriptions of the contract: OpenAPI 3.1 and AsyncAPI 3. */
export const documents = {
  /** Written by `npm run docs` and committed: its differences show what changes for clients. */
  openapi: new URL('../documents/openapi.json', import.meta.url),
  /** Built by tools/build-pages.ts. */
  asyncapi: new URL('../documents/asyncapi.json', import.meta.url),
} as const

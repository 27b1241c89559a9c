/** The machine-readable descriptions of the contract, written by `npm run docs`: OpenAPI 3.1 and AsyncAPI 3. */
export const documents = {
  openapi: new URL('../documents/openapi.json', import.meta.url),
  asyncapi: new URL('../documents/asyncapi.json', import.meta.url),
} as const

// Generated from libs/contract/documents/openapi.json by `npm run docs`.

/** The revisions of the contract that this version is made for, by area. */
export const revisions = {
  booking: "0.13",
  checkout: "0.8",
  admin: "0.8",
  products: "0.4",
  me: "0.4",
} as const

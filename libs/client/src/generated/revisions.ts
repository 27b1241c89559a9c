// Generated from libs/contract/documents/openapi.json by `npm run docs`.

/** The revisions of the contract that this version is made for, by area. */
export const revisions = {
  booking: "0.16",
  checkout: "0.10",
  admin: "0.10",
  products: "0.5",
  me: "0.5",
  payments: "0.1",
} as const

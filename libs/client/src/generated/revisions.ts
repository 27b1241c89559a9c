// Generated from libs/contract/documents/openapi.json by `npm run docs`.

/** The revisions of the contract that this version is made for, by area. */
export const revisions = {
  booking: "0.17",
  checkout: "0.11",
  admin: "0.11",
  products: "0.5",
  me: "0.6",
  payments: "0.1",
} as const

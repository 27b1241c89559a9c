// Generated from libs/contract/documents/openapi.json by `npm run docs`.

/** The revisions of the contract that this version is made for, by area. */
export const revisions = {
  booking: "0.19",
  checkout: "0.14",
  admin: "0.13",
  products: "0.7",
  me: "0.7",
  payments: "0.2",
} as const

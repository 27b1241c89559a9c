// Generated from libs/contract/documents/openapi.json by `npm run docs`.

/** The revisions of the contract that this version is made for, by area. */
export const revisions = {
  booking: "0.20",
  checkout: "0.15",
  admin: "0.14",
  products: "0.8",
  me: "0.8",
  payments: "0.3",
} as const

/** SQL expression for what identifies the state of the catalogue. */
export const revision = /* sql */ `(select token from catalog.revision where id = 1)`

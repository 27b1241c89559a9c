/** An answer as it was made from one state of the catalogue, with gaps for what is live. */
export type ResponseTemplate = {
  /** Names the state of the catalogue. */
  revision: string
  /** Whose quantities fill the gaps, in their order. */
  variantIds: string[]
  /** The JSON around the gaps, one more than there are gaps; none when there is nothing to answer. */
  fragments: string[]
}

/** What stands in a body where something live belongs; {@link cut} finds it by its JSON. */
export const gap = { availableQuantity: 0, inStock: false }

// Inside a string of the JSON each quotation mark is escaped, so that no text of a product can look like a gap.
const gapJson = JSON.stringify(gap).slice(1, -1)

/** The JSON of a body around its {@link gap}s. */
export const cut = (body: object): string[] => JSON.stringify(body).split(gapJson)

/** The JSON with its gaps filled; a variant is in stock when there is at least one (interface.md, Product, variants). */
export function fill(fragments: readonly string[], quantities: readonly number[]): string {
  let json = fragments[0] ?? ''
  for (let place = 1; place < fragments.length; place += 1) {
    const quantity = quantities[place - 1] ?? 0
    json += `"availableQuantity":${quantity},"inStock":${quantity > 0}${fragments[place]}`
  }
  return json
}

/** What Unicode folds otherwise than a look-up: a capital of two characters, the other form of 台, and sigma at the end of a word. */
const folded: Readonly<Record<string, string>> = { '\u0130': 'i', 臺: '台', ς: 'σ' }

const fold = (character: string): string => folded[character] ?? character.toLowerCase()

/** Format characters and variation selectors: a reader cannot see them, and a pasted text often contains them. */
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu

const dashes = /[\p{Pd}\u2212]/gu

/**
 * A name, code, SKU, brand, category, region or searched text as it is compared (docs/contract/conventions.md#texts-for-look-up): NFKC,
 * lower case, 臺 as 台, every dash as `-`, without format characters and variation selectors. The function `shared.lookup_key` of the
 * database has the same result for every text. The key of a key is itself.
 */
export const lookupKey = (text: string): string =>
  Array.from(text.normalize('NFKC').replace(unseen, '').replace(dashes, '-'), fold).join('').normalize('NFKC')

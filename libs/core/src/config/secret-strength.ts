const leastLength = 16
const leastDifferent = 8
const leastSteps = 4

/** Prints a secret that every rule accepts. */
export const secretCommand = 'openssl rand -hex 16'

/** Which secrets of our own are accepted in production; completes "Set it to …". */
export const strongSecret = `at least 32 random characters, as \`${secretCommand}\` prints them`

/** Which secrets {@link weaknessOf} accepts; completes "Set it to …". */
export const longSecret = `at least ${leastLength} characters, ${leastDifferent} of them different, neither a repetition nor a sequence, and not a shell command`

/** The length and the estimated bits of a secret in production: of one of our own, and of one that the owner of a server may give. */
const limits = { own: { length: 32, bits: 70 }, given: { length: leastLength, bits: 20 } } as const

/** Estimated bits of a character. A word has ten in all, as if it was one of a thousand, and words that are joined one for each letter. */
const letterBits = 4
const wordBits = 10
const digitBits = 3.3
const otherBits = 3

/** The words that passwords of servers are made of: they add nothing. */
const usualWords =
  /admin|campstore|change|guest|password|postgres|production|rabbitmq?|redis|root|secret|test|token|user/gi

// cspell:disable
/** The pairs of letters that make up four fifths of English text, and a fifth of random letters. */
const commonPairs = new Set(
  (
    'abacadaialamanarasataybeblcacechcicoctdedieaecedeeelemeneresetevexfefifofrgeghhahehihoiaicidieigiliminioirisitiv' +
    'kelaldlelilllolymamemimompnancndnengninonsntofolomonoooporosotouowpapeplpoprrardrerirorsrtrysaseshsisossstsutate' +
    'thtitotrtstutyulunurusutveviwawewhwiwo'
  ).match(/../g),
)

const keyboard = 'qwertyuiopasdfghjklzxcvbnm'
// cspell:enable

/**
 * Why a secret is too weak for production, besides {@link weaknessOf}: too short, or made of words, names, repetitions and sequences.
 *
 * @param kind `own` for a secret that operators choose; `given` for a secret that a provider has chosen, which may be shorter
 * @returns a text as of {@link weaknessOf}, with the command that makes a good secret
 */
export function weaknessInProduction(secret: string, kind: keyof typeof limits): string | undefined {
  const { length, bits } = limits[kind]
  const command = `(\`${secretCommand}\` prints a strong one)`
  if (secret.length < length) return `is shorter than ${length} characters ${command}`
  return estimatedBits(secret) < bits ? `is made of words or sequences that can be guessed ${command}` : undefined
}

/** A piece is a word, one part of a name in camel case, or a number. A piece that was there before adds nearly nothing. */
function estimatedBits(secret: string): number {
  const text = secret.toLowerCase()
  if (/^[\da-f]+$/.test(text)) return letterBits * (1 + newSteps(text))
  const isOfWords = hasWords(secret)
  const bits = new Map<string, number>()
  for (const [piece] of secret.replaceAll(usualWords, ' ').matchAll(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+|./gsu))
    bits.set(piece.toLowerCase(), bitsOf(piece.toLowerCase(), isOfWords))
  return [...bits.values()].reduce((sum, one) => sum + one, 0)
}

/** Whether most pairs of letters within words are common ones, and more than chance makes. */
function hasWords(secret: string): boolean {
  const pairs = [...secret.matchAll(/(?![a-z][A-Z])(?=([a-zA-Z]{2}))/g)].map(([, pair = '']) => pair.toLowerCase())
  return pairs.filter(pair => commonPairs.has(pair)).length >= 0.55 * pairs.length + 1.5
}

function bitsOf(piece: string, isOfWords: boolean): number {
  if (/^\d/.test(piece)) return digitBits * (1 + newSteps(piece))
  if (!/^\p{L}/u.test(piece)) return otherBits
  const onKeyboard = piece.replaceAll(/[a-z]/g, letter => String.fromCharCode(keyboard.indexOf(letter)))
  const bits = letterBits * (1 + Math.min(newSteps(piece), newSteps(onKeyboard)))
  return isOfWords ? Math.min(bits, Math.max(wordBits, piece.length)) : bits
}

/** A character that continues a sequence, or repeats the one before, can be guessed. */
const newSteps = (characters: string): number =>
  Array.from(characters.slice(1), (_, index) => characters.charCodeAt(index + 1) - characters.charCodeAt(index)).filter(
    (step, index, steps) => step !== 0 && step !== steps[index - 1],
  ).length

/**
 * Why a secret could be guessed: by its length, because it has too little variety, or because it is the text of a command that
 * was to make it, such as `$(openssl rand -hex 32)` in single quotes. The output of `openssl rand -hex 16` passes; a chosen
 * phrase may pass, too, so this is only a lower bound. Returns a text without the secret
 * that completes "PAYMENT_SIGNING_SECRET …"; undefined for a strong secret.
 */
export function weaknessOf(secret: string): string | undefined {
  if (/[$][({]|`|\{\{/.test(secret)) return 'contains a command or a variable that no shell has replaced'
  if (secret.length < leastLength) return `is shorter than ${leastLength} characters`
  if (new Set(secret).size < leastDifferent) return `is made of fewer than ${leastDifferent} different characters`
  if (repeatsItself(secret)) return 'is a repetition of a shorter text'
  if (stepsOf(secret).size < leastSteps) return 'is a sequence of neighbouring characters'
  return undefined
}

/** Whether it is a piece of fewer than {@link leastLength} characters at least twice, after that perhaps cut off. */
function repeatsItself(secret: string): boolean {
  const longest = Math.min(leastLength - 1, Math.floor(secret.length / 2))
  return Array.from({ length: longest }, (_, index) => secret.slice(index + 1)).some(rest => secret.startsWith(rest))
}

/** The different distances between two characters that follow each other: one in `abcdef`, two in `6789abcd`. */
const stepsOf = (secret: string): Set<number> =>
  new Set(Array.from(secret.slice(1), (_, index) => secret.charCodeAt(index + 1) - secret.charCodeAt(index)))

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

/** Estimated bits of a character: of a word at most ten in all, as if it was one of a thousand. */
const letterBits = 4
const wordBits = 10
const digitBits = 3.3
const otherBits = 3

/**
 * Why a secret is too weak for production, besides {@link weaknessOf}: too short, or made of words, names, repetitions and sequences.
 *
 * @param kind `own` for secrets that operators choose; `given` for those that come from a provider, which may be shorter
 * @returns a text as of {@link weaknessOf}, with the command that makes a good secret
 */
export function weaknessInProduction(secret: string, kind: keyof typeof limits): string | undefined {
  const { length, bits } = limits[kind]
  const command = `(\`${secretCommand}\` prints a strong one)`
  if (secret.length < length) return `is shorter than ${length} characters ${command}`
  if (/^[\da-f]+$/i.test(secret)) return undefined
  return estimatedBits(secret) < bits ? `is made of words or sequences that can be guessed ${command}` : undefined
}

/** A piece is a word, one part of a name in camel case, or a number. A piece that was there before adds nearly nothing. */
function estimatedBits(secret: string): number {
  const bits = new Map<string, number>()
  for (const [piece] of secret.matchAll(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+|./gsu))
    bits.set(piece.toLowerCase(), bitsOf(piece))
  return [...bits.values()].reduce((sum, one) => sum + one, 0)
}

function bitsOf(piece: string): number {
  if (/^\p{L}/u.test(piece)) return Math.min(letterBits * piece.length, wordBits)
  // A digit that continues a sequence, or repeats the one before, can be guessed.
  return /^\d/.test(piece) ? digitBits * (1 + newSteps(piece)) : otherBits
}

const newSteps = (digits: string): number =>
  Array.from(digits.slice(1), (_, index) => digits.charCodeAt(index + 1) - digits.charCodeAt(index)).filter(
    (step, index, steps) => step !== 0 && step !== steps[index - 1],
  ).length

/**
 * Why a secret could be guessed: by its length, because it has too little variety, or because it is the text of a command that
 * was to make it, such as `$(openssl rand -hex 32)` in single quotes. The output of `openssl rand -hex 16` passes; a chosen
 * phrase may pass, too, so this is only a lower bound.
 *
 * @returns a text without the secret that completes "PAYMENT_SIGNING_SECRET …"; undefined for a strong secret
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

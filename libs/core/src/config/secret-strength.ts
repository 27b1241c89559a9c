const leastLength = 16
const leastDifferent = 8
const leastSteps = 4

/** Which secrets {@link weaknessOf} accepts; completes "Set it to …". */
export const strongSecret = `at least ${leastLength} characters, ${leastDifferent} of them different, neither a repetition nor a sequence, and not a shell command`

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

/** Joins class names, leaving out those whose condition does not hold. */
export const cx = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

/** Joins class names, without names whose condition is false. */
export const cx = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

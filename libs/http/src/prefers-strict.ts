/** Whether a `Prefer` header asks for strict handling; of a preference that is repeated, the first one counts (RFC 7240, 2). */
export function prefersStrict(prefer: string): boolean {
  const preferences = prefer.split(',').map(preference => preference.split(';', 1).join('').split('='))
  const handling = preferences.find(([name]) => name?.trim().toLowerCase() === 'handling')
  return (
    handling?.[1]
      ?.trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase() === 'strict'
  )
}

import fc from 'fast-check'

/** Any character of Unicode, for `fc.string({ unit: anyCharacter })`: as the unit `binary`, which takes a second to prepare. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(
    code => String.fromCodePoint(code),
    character => (typeof character === 'string' && [...character].length === 1 ? (character.codePointAt(0) ?? 0) : -1),
  )

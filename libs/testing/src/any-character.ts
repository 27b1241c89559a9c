import fc from 'fast-check'

/** Any character of Unicode, for `fc.string({ unit: anyCharacter })`. The unit `binary` is the same, and takes a second to prepare. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(code => String.fromCodePoint(code))

import fc from 'fast-check'

/** Texts that are valid JSON and unusual: control characters, directions, combining marks, long ones. */
const oddTexts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 300 }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    '\u202e\u2066abc',
    'e\u0301'.repeat(200),
    '',
    ' ',
    '\u3000',
    '__proto__',
    '%s%n',
  ),
  fc.integer({ min: 1, max: 90_000 }).map(length => 'x'.repeat(length)),
)

/** JSON texts of any type, deep and wide ones too, and numbers at the bounds of what databases and languages count with. */
export const oddJson = fc.oneof(
  fc.constantFrom('0', '-0', '-1', '1e400', '1e-400', '0.1', '2147483648', '9007199254740993', '9223372036854775808'),
  oddTexts.map(text => JSON.stringify(text)),
  fc.json({ maxDepth: 4 }),
  fc.integer({ min: 2, max: 3_000 }).map(length => `[${Array(length).fill('{"quantity":1}').join(',')}]`),
  fc.integer({ min: 10, max: 5_000 }).map(depth => `${'['.repeat(depth)}${']'.repeat(depth)}`),
)

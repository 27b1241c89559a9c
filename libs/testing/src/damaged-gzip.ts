/** Inflates to 123,096 bytes, more than a body may have, and is damaged after that. */
export const damagedGzip = (): Buffer =>
  Buffer.from(`H4sIAAAAAAAAA+zBgQAAAADDIJX5U97gBFUBAAAA${'A'.repeat(144)}AAAAAAAAAPAMAAD//wf/////`, 'base64')

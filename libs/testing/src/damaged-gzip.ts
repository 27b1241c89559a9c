/** Bytes that gunzip inflates to 123,096 bytes, more than any body may have, and then finds damaged. */
export const damagedGzip = (): Buffer =>
  Buffer.from(`H4sIAAAAAAAAA+zBgQAAAADDIJX5U97gBFUBAAAA${'A'.repeat(144)}AAAAAAAAAPAMAAD//wf/////`, 'base64')

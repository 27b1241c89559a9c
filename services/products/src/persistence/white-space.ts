/** The characters that the names in a filter are trimmed of, which are JavaScript's, as a text of SQL. */
export const whiteSpace = String.raw`U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'`

import { z } from 'zod'
import { issue } from './texts/text.ts'

/** Whether PostgreSQL can store a text, and UTF-8 encode it: without NUL and halves of surrogate pairs. */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text of a request or a message, refused and never repaired (docs/contract/conventions.md#texts). */
export const text = () => z.string().refine(isText, issue('must.beText'))

/** Characters that are invisible in a code: control and format characters, separators of lines, fillers and the blank of Braille. */
export const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A text that people read, without white space at its ends: empty if nothing in it is visible. */
export const shown = (value: string): string =>
  value.split(invisible).some(part => part.trim() !== '') ? value.trim() : ''

/** White space at an end, or another one than the space anywhere. */
const misplacedSpace = /^\s|\s$|[^\S ]/u

/**
 * An identifier that others give us, refused and never repaired: what looks the same is the same
 * (docs/contract/conventions.md#identifiers-of-others). The database compares numbers of the provider by `shared.lookup_key`.
 */
export const othersIdentifier = () =>
  text()
    .min(1)
    .max(128)
    .refine(value => !invisible.test(value), issue('must.haveNoInvisible'))
    .refine(value => !misplacedSpace.test(value), issue('must.haveNoOuterSpace'))

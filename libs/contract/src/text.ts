import { z } from 'zod'

/**
 * Whether a text can be stored, sent and compared as it is: it has no NUL, which PostgreSQL cannot keep, and no half of a
 * surrogate pair, which is no character and cannot be written in UTF-8. U+FFFD that a client wrote is a character like any other.
 */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * A text of a request or a message: the one declaration that every field, parameter and id is made from (docs/contract/conventions.md#texts).
 * One that is not text is refused, and never repaired: two different texts would become the same.
 */
export const text = () => z.string().refine(isText, 'must be whole characters without NUL')

import { z } from 'zod'
import { issue } from './texts/text.ts'

/**
 * Whether a text can be stored, sent and compared unchanged: it has no NUL, which PostgreSQL cannot store, and no half of a
 * surrogate pair, which UTF-8 cannot encode. U+FFFD that a client wrote is an ordinary character.
 */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * A text of a request or a message: the declaration behind every field, parameter and id (docs/contract/conventions.md#texts).
 * Other texts are refused and never repaired, because two different texts could become equal.
 */
export const text = () => z.string().refine(isText, issue('must.beText'))

import { z } from 'zod'
import { issue } from './texts/text.ts'

/** Whether PostgreSQL can store a text, and UTF-8 encode it: without NUL and halves of surrogate pairs. */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text of a request or a message, refused and never repaired (docs/contract/conventions.md#texts). */
export const text = () => z.string().refine(isText, issue('must.beText'))

import { z } from 'zod'
import type { Project } from './accounts.ts'

/** A request to the project. */
export type Call = {
  project: Project
  body: unknown
  /** Whether it has the rights of the project's owner, as firebase-admin has. */
  isOwner: boolean
  /** Address of the emulator as the caller names it: `http://127.0.0.1:9099`. */
  origin: string
  query: URLSearchParams
  log: Log
}

export type Log = (line: string) => void

export const text = z.string().optional()
export const accountFields = z.object({
  localId: text,
  idToken: text,
  email: text,
  password: text,
  displayName: text,
  photoUrl: text,
  phoneNumber: text,
  emailVerified: z.boolean().optional(),
  disabled: z.boolean().optional(),
  customAttributes: text,
})

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useRef } from 'react'
import { focusProblem } from '../design/focus-problem.ts'
import { closeProblems, notify, notifyProblem } from '../design/Toasts.tsx'
import { leaveSaved } from '../design/unsaved.ts'
import { CampstoreError, type Changes, changesWith } from './client.ts'
import { type SentForm, showAtFields } from './forms.ts'

export type ActionOptions<Input, Result> = {
  /** Carries it out, by the operations that change something. */
  run(changes: Changes, input: Input): Promise<Result>
  /** The note of success; undefined if the page shows it. */
  done?(result: Result, input: Input): string | undefined
  /** The title of the failure; its note disappears once a later attempt succeeds. */
  failed: string | ((input: Input) => string)
  /** The form that it sends: its fields show why the API refused them. */
  form?: SentForm
  /** Closes the dialog: after success and after a conflict (409), unless a form has what was typed. */
  close?: (() => void) | undefined
  onDone?: ((result: Result, input: Input) => unknown) | undefined
}

/** An action of a button or a form; while it is pending, `mutate` does nothing. */
export type Action<Input> = { isPending: boolean; mutate(input: Input): void }

/**
 * An action that changes something. After every response the page reads its data again: after a conflict (409) it shows the
 * current state, and the message gives the reason. A double click acts once. If a response was lost, the next attempt has the
 * key of the first one.
 */
export function useAction<Result, Input = void>(options: ActionOptions<Input, Result>): Action<Input> {
  const { run, done, failed, form, close, onDone } = options
  const queries = useQueryClient()
  const keys = useRef(new Map<string, string>())
  // The second click of a double click comes before React has rendered the first.
  const isRunning = useRef(false)
  const titleOf = (input: Input) => (typeof failed === 'string' ? failed : failed(input))
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (input: Input) => run(changesWith(keys.current), input),
    onSuccess(result, input) {
      keys.current.clear()
      closeProblems(titleOf(input))
      const text = done?.(result, input)
      if (text !== undefined) notify(text)
      leaveSaved(() => {
        close?.()
        onDone?.(result, input)
      })
    },
    onError(error, input) {
      if (!isLost(error)) keys.current.clear()
      const isMarked = form !== undefined && showAtFields(form, error)
      notifyProblem(titleOf(input), isMarked ? { text: t('problems.marked') } : { error })
      if (isMarked) focusProblem()
      else if (form === undefined && error instanceof CampstoreError && error.status === 409) close?.()
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
  return {
    isPending,
    mutate(input) {
      if (isRunning.current) return
      isRunning.current = true
      void mutateAsync(input)
        .catch(() => {})
        .finally(() => (isRunning.current = false))
    },
  }
}

/** Whether the request may have been carried out. */
const isLost = (error: Error): boolean => error instanceof CampstoreError && (error.status ?? 503) >= 500

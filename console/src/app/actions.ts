import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { closeProblems, notify, notifyProblem } from '../design/Toasts.tsx'
import { type SentForm, showAtFields } from './forms.ts'

type Action<Input, Result> = {
  run(input: Input): Promise<Result>
  /** Says what was done; nothing where the page shows it. */
  done?(result: Result, input: Input): string | undefined
  /** Says what was not done; it is taken away once what it says is done. */
  failed: string | ((input: Input) => string)
  /** The form that it sends: its fields show why they were refused. */
  form?: SentForm
  /** Called after it was done, as to close a dialog. */
  onDone?(result: Result, input: Input): void
}

/**
 * An action that changes something. Whatever it answers, the page reads again what it shows: after a conflict (409) it shows what
 * is true now, and the message says why it was refused.
 */
export function useAction<Result, Input = void>({
  run,
  done,
  failed,
  form,
  onDone,
}: Action<Input, Result>): UseMutationResult<Result, Error, Input> {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const titleOf = (input: Input) => (typeof failed === 'string' ? failed : failed(input))
  return useMutation({
    mutationFn: run,
    onSuccess(result, input) {
      closeProblems(titleOf(input))
      const text = done?.(result, input)
      if (text !== undefined) notify(text)
      onDone?.(result, input)
    },
    onError(error, input) {
      const why = form && showAtFields(form, error) ? { text: t('problems.marked') } : { error }
      notifyProblem(titleOf(input), why)
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
}

import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type ActionOptions, useAction } from './actions.ts'
import type { Changes } from './client.ts'
import { changedFields } from './forms.ts'

type FormActionOptions<Input extends FieldValues, Output extends object, Result> = Omit<
  ActionOptions<Output, Result>,
  'run' | 'form'
> & {
  /** Checks the fields: the contract's own schema, or one derived from it. */
  schema: z.ZodType<Output, Input>
  /** The first values of the fields. */
  values: DefaultValues<Input>
  /** Sends the fields; a PATCH takes only the changed ones. */
  run(changes: Changes, fields: Output, changed: Partial<Output>): Promise<Result>
}

/** A form, and the action that sends it. `dialog` is for its `FormDialog`, `field(name)` for each of its fields. */
export function useFormAction<Input extends FieldValues, Output extends object, Result>(
  options: FormActionOptions<Input, Output, Result>,
) {
  const { schema, values, run, ...action } = options
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues: values })
  const { control, handleSubmit, formState, watch, setValue } = form
  const { dirtyFields } = formState
  const { isPending, mutate } = useAction({
    ...action,
    run: (changes, fields: Output) => run(changes, fields, changedFields(fields, dirtyFields)),
    // `showAtFields` names only fields that the form has.
    form: { getValues: form.getValues, setError: (field, problem) => form.setError(field as never, problem) },
  })
  const field = (name: FieldPath<Input>) => ({ control, name })
  return { control, field, watch, setValue, dialog: { isPending, submit: handleSubmit(fields => mutate(fields)) } }
}

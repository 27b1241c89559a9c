import { unwrapped } from '@campstore/contract/unknown-fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, get, type Resolver, set, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type ActionOptions, useAction } from './actions.ts'
import type { Changes } from './client.ts'
import { changedFields, overtakenFields } from './forms.ts'

type FormActionOptions<Input extends FieldValues, Output extends object, Result> = Omit<
  ActionOptions<Output, Result>,
  'run' | 'form' | 'close'
> & {
  /** Checks the fields: the contract's own schema, or one derived from it. */
  schema: z.ZodType<Output, Input>
  /** The values of the fields: the first ones are shown, and later ones tell that somebody else has changed the record. */
  values: DefaultValues<Input>
  /** Whether the form changes a record by a PATCH, which may not be empty: without changed fields it only closes. */
  isChange?: boolean
  /** Closes the dialog after success; after a conflict (409) the form stays open, with what was typed. */
  close(): void
  /** Sends the fields; a PATCH takes only the changed ones. */
  run(changes: Changes, fields: Output, changed: Partial<Output>): Promise<Result>
}

/** A form, and the action that sends it. `dialog` is for its `FormDialog`, `field(name, label, hint)` for each of its fields. */
export function useFormAction<Input extends FieldValues, Output extends object, Result>(
  options: FormActionOptions<Input, Output, Result>,
) {
  const { schema, values, isChange, run, ...action } = options
  const refusals = useRef(new Map<string, Refusal>())
  const known = useRef(values)
  const form = useForm<Input, unknown, Output>({
    resolver: resolverOf(schema, refusals.current),
    defaultValues: values,
  })
  const { control, handleSubmit, formState, watch, setValue } = form
  const { dirtyFields, errors } = formState
  const isDirty = Object.keys(dirtyFields).length > 0
  const { isPending, mutate } = useAction({
    ...action,
    run: (changes, fields: Output) => run(changes, fields, changedFields(fields, dirtyFields)),
    // `showAtFields` names only fields that the form has.
    form: {
      getValues: form.getValues,
      setError(field, problem) {
        refusals.current.set(field, { problem, value: get(form.getValues(), field) })
        form.setError(field as never, problem)
      },
    },
  })
  const send = (fields: Output) => {
    if (isChange && !isDirty) return action.close()
    refusals.current.clear()
    const overtaken = isChange
      ? overtakenFields(known.current, values, changedFields(form.getValues(), dirtyFields))
      : []
    known.current = values
    for (const [name, value] of overtaken) form.setError(name as never, { type: 'overtaken', message: value })
    if (overtaken.length === 0) mutate(fields)
  }
  const field = (name: FieldPath<Input>, label: string, hint?: string) => ({ control, name, label, hint })
  const dialog = { isChange, isDirty, isPending, close: action.close, submit: handleSubmit(send) }
  return { control, errors, field, watch, setValue, dialog }
}

/** The problem of a field according to the API, and the refused value. */
type Refusal = { problem: { type: string; message: string }; value: unknown }

/** Checks by the schema. If that finds problems, fields that still have a value that the API refused show that problem, too. */
function resolverOf<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  refusals: ReadonlyMap<string, Refusal>,
): Resolver<Input, unknown, Output> {
  checkAtOnce(schema)
  const check = zodResolver(schema)
  return async (values, context, options) => {
    const result = await check(values, context, options)
    if (Object.keys(result.errors).length === 0) return result
    for (const [field, { problem, value }] of refusals)
      if (get(values, field) === value && get(result.errors, field) === undefined) set(result.errors, field, problem)
    return result
  }
}

/**
 * Lets the rules of a schema for several fields or lines run although another value is missing, so that a form shows all problems at
 * once: such a rule has to bear missing values. It changes the schema itself.
 */
function checkAtOnce(schema: z.core.$ZodType): void {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject) for (const field of Object.values(inner.shape)) checkAtOnce(field)
  else if (inner instanceof z.ZodArray) checkAtOnce(inner.element)
  else return
  for (const { _zod } of inner.def.checks ?? []) _zod.def.when ??= () => true
}

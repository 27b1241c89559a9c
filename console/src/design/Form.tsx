import { t } from 'i18next'
import { type ComponentProps, type ReactNode, type SubmitEvent, Suspense, useEffect, useId, useRef } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { fromLocal, toLocal } from '../lib/days.ts'
import { problemText } from '../lib/problems.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { CheckField, DateField, NumberField, SelectField, type SelectFieldProps, TextField } from './Field.tsx'
import { focusProblem } from './focus-problem.ts'
import { Loading, lazyPart } from './Loaded.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'actions'> & {
  /** The verb of the button that sends the form; by default it saves a change, or creates. */
  action?: string
  isChange?: boolean | undefined
  /** The verb of a button before it, which sends the form too: the submitter `next`. Enter presses it. */
  next?: string | undefined
  isDangerous?: boolean
  isDisabled?: boolean
  isPending: boolean
  submit(event: SubmitEvent<HTMLFormElement>): void
}

/** A form above the page. Nothing can be typed while it is being sent: the answer would replace or close it. */
export function FormDialog(props: FormDialogProps) {
  const { action, isChange, next, isDangerous, isDisabled, isPending, submit, children, ...dialog } = props
  const id = useId()
  const sends = { type: 'submit', form: id, isDisabled, isPending } as const
  const sender = useRef<Element>(null)
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    sender.current = document.activeElement
    submit(event)
    focusProblem()
  }
  useEffect(() => {
    if (!isPending && sender.current instanceof HTMLElement) sender.current.focus()
  }, [isPending])
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button slot="close">{t('actions.back')}</Button>
          {next && (
            <Button {...sends} name="next" variant="primary">
              {next}
            </Button>
          )}
          <Button {...sends} variant={isDangerous ? 'danger' : next ? 'secondary' : 'primary'}>
            {action ?? t(isChange ? 'actions.save' : 'actions.create')}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" noValidate inert={isPending} onSubmit={send}>
        {children}
      </form>
    </Dialog>
  )
}

type ConfirmDialogProps = Omit<ComponentProps<typeof FormDialog>, 'submit'> & { confirm(): void }

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({ confirm, ...dialog }: ConfirmDialogProps) => (
  <FormDialog
    {...dialog}
    submit={event => {
      event.preventDefault()
      confirm()
    }}
  />
)

/** The field of a form, and its label. */
export type Bound<Fields extends FieldValues, Result> = {
  control: Control<Fields, unknown, Result>
  name: FieldPath<Fields>
  label: string
}

/** A field, and the problem of its value. `shown` is what people see for the value that somebody else has chosen. */
export function useField<Fields extends FieldValues, Result>(
  bound: Pick<Bound<Fields, Result>, 'control' | 'name'>,
  shown = (value: string) => value,
) {
  const { field, fieldState } = useController(bound)
  const { error } = fieldState
  const problem = problemText(error?.type === 'overtaken' ? { ...error, message: shown(error.message ?? '') } : error)
  const { value, onChange, onBlur } = field
  return { field: { value, onChange, onBlur }, problem, isRuleBroken: error?.type === 'custom' }
}

type FormTextFieldProps<Fields extends FieldValues, Result> = Bound<Fields, Result> &
  Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'onBlur' | 'problem'> & {
    /** The value of an empty field in the schema. */
    whenEmpty?: '' | null | undefined
  }

/** A line of text of a form, or several with `rows`. */
export function FormTextField<Fields extends FieldValues, Result>(props: FormTextFieldProps<Fields, Result>) {
  const { control, name, whenEmpty, ...rest } = props
  const empty = 'whenEmpty' in props ? whenEmpty : ''
  const { field, problem } = useField({ control, name })
  const value = String(field.value ?? '')
  return (
    <TextField
      {...rest}
      value={value}
      onChange={text => field.onChange(tidied(text, rest) || empty)}
      onBlur={() => {
        // Spaces that were pasted with it.
        if (value !== value.trim()) field.onChange(value.trim() || empty)
        field.onBlur()
      }}
      problem={problem}
    />
  )
}

/** What was written or pasted, with plain letters and digits for wide ones, and amounts without a currency, commas and spaces. */
function tidied(text: string, { inputMode, type }: Pick<ComponentProps<typeof TextField>, 'inputMode' | 'type'>) {
  if (inputMode === 'decimal' || inputMode === 'numeric')
    return text.normalize('NFKC').replace(/^\s*(?:NT)?\$|\s|,(?=\d{3}(?!\d))/g, '')
  return type ? text.normalize('NFKC') : text
}

/** A field of a form that draws a field of the design, with the value at its name and the problem of it. */
const formField = <Props,>(
  draw: (props: Props & { label: string }, bound: ReturnType<typeof useField<FieldValues, unknown>>) => ReactNode,
  shown = (value: string, _props: Props) => value,
) =>
  function FormField<Fields extends FieldValues, Result>(props: Bound<Fields, Result> & Props) {
    const field = useField(props, value => shown(value, props))
    return draw(props, field)
  }

const RichTextField = lazyPart(() => import('./rich-text/RichTextField.tsx'))

/** A formatted text of a form, as HTML; empty is null. Its editor is loaded with the first one. */
export const FormRichTextField = formField(({ label }, { field, problem }) => (
  <Suspense fallback={<Loading rows={5} />}>
    <RichTextField label={label} value={field.value} onChange={field.onChange} problem={problem} />
  </Suspense>
))

/** A whole number of a form; empty is NaN, because for undefined the form would show the first number again. */
export const FormNumberField = formField<{ hint?: ReactNode; whenEmpty?: null | undefined }>(
  ({ label, hint, whenEmpty = Number.NaN }, { field, problem }) => (
    <NumberField
      label={label}
      hint={hint}
      // The schema refuses a value that is not a number.
      value={field.value ?? undefined}
      onChange={number => field.onChange(number ?? whenEmpty)}
      problem={problem}
    />
  ),
)

/** A date of a form; empty is null. */
export const FormDateField = formField<Pick<ComponentProps<typeof DateField>, 'min' | 'hint'>>(
  ({ label, min, hint }, { field, problem }) => (
    <DateField
      label={label}
      min={min}
      hint={hint}
      value={field.value ?? ''}
      onChange={value => field.onChange(value || null)}
      problem={problem}
    />
  ),
)

/** A timestamp of a form, as date and time in Asia/Taipei; empty is an empty text. */
export const FormInstantField = formField(({ label }, { field, problem }) => (
  <DateField
    label={label}
    hasTime
    value={toLocal(String(field.value ?? ''))}
    onChange={local => field.onChange(fromLocal(local))}
    onBlur={field.onBlur}
    problem={problem}
  />
))

type FormSelectFieldProps = Pick<SelectFieldProps<string>, 'options' | 'empty' | 'isDisabled'> & {
  /** The text for a value that a custom rule of the schema refuses. */
  whenRuleBroken?: string
}

/** A choice of a form. */
export const FormSelectField = formField<FormSelectFieldProps>(
  ({ label, options, empty, isDisabled, whenRuleBroken }, { field, problem, isRuleBroken }) => (
    <SelectField
      label={label}
      options={options}
      empty={empty}
      isDisabled={isDisabled}
      value={field.value ?? ''}
      onChange={field.onChange}
      problem={isRuleBroken ? (whenRuleBroken ?? problem) : problem}
    />
  ),
  (value, { options }) => options.find(one => one.value === value)?.label ?? '',
)

type FormChecksFieldProps = { options: readonly { value: string | number; label: ReactNode }[]; isRow?: boolean }

/** Checkboxes of a form, which choose some of the options, in their order. */
export const FormChecksField = formField<FormChecksFieldProps>(({ label, options, isRow }, { field, problem }) => {
  const chosen: readonly unknown[] = field.value
  const values = options.map(({ value }) => value)
  return (
    <fieldset className={isRow ? 'row' : 'stack-tight'}>
      <legend>{label}</legend>
      {problem && <span className="field-problem">{problem}</span>}
      {options.map(option => (
        <CheckField
          key={option.value}
          label={option.label}
          isChecked={chosen.includes(option.value)}
          onChange={isChosen =>
            field.onChange(values.filter(one => (one === option.value ? isChosen : chosen.includes(one))))
          }
          onBlur={field.onBlur}
        />
      ))}
    </fieldset>
  )
})

/** A checkbox of a form. */
export const FormCheckField = formField(({ label }, { field }) => (
  <CheckField label={label} isChecked={field.value === true} onChange={field.onChange} onBlur={field.onBlur} />
))

import { type ReactNode, type SubmitEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { focusProblem } from './focus-problem.ts'

type FormDialogProps = {
  title: string
  close(): void
  /** The verb of the button that sends the form. */
  action: string
  /** The verb of a button before it, which sends the form too: the submitter `next`. Enter presses it. */
  next?: string | undefined
  isDangerous?: boolean
  isDisabled?: boolean
  isPending: boolean
  isWide?: boolean
  submit(event: SubmitEvent<HTMLFormElement>): void
  children: ReactNode
}

/** A form above the page. */
export function FormDialog(props: FormDialogProps) {
  const { title, close, action, next, isDangerous, isDisabled, isPending, isWide = false, submit, children } = props
  const { t } = useTranslation()
  const id = useId()
  const sends = { type: 'submit', form: id, isDisabled, isPending } as const
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    submit(event)
    focusProblem()
  }
  return (
    <Dialog
      title={title}
      close={close}
      isWide={isWide}
      actions={
        <>
          <Button slot="close">{t('actions.back')}</Button>
          {next && (
            <Button {...sends} name="next" variant="primary">
              {next}
            </Button>
          )}
          <Button {...sends} variant={isDangerous ? 'danger' : next ? 'secondary' : 'primary'}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" noValidate onSubmit={send}>
        {children}
      </form>
    </Dialog>
  )
}

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
  isDangerous?: boolean
  isDisabled?: boolean
  isPending: boolean
  isWide?: boolean
  submit(event: SubmitEvent<HTMLFormElement>): void
  children: ReactNode
}

/** A form above the page. */
export function FormDialog(props: FormDialogProps) {
  const { title, close, action, isDangerous = false, isDisabled, isPending, isWide = false, submit, children } = props
  const { t } = useTranslation()
  const id = useId()
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
          <Button
            type="submit"
            form={id}
            variant={isDangerous ? 'danger' : 'primary'}
            isDisabled={isDisabled}
            isPending={isPending}
          >
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

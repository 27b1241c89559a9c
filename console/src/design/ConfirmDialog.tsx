import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  title: string
  close(): void
  /** What will happen. */
  children: ReactNode
  /** The verb of the action. */
  action: string
  isDangerous?: boolean
  isDisabled?: boolean
  isPending: boolean
  confirm(): void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, close, children, action, isDangerous, isDisabled, isPending, confirm } = props
  const { t } = useTranslation()
  return (
    <Dialog
      title={title}
      close={close}
      actions={
        <>
          <Button slot="close">{t('actions.back')}</Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            isDisabled={isDisabled}
            isPending={isPending}
            onPress={confirm}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

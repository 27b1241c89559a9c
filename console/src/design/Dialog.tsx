import { t } from 'i18next'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button, IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { useUnsaved } from './unsaved.ts'
import './dialog.css'

type DialogProps = {
  title: string
  close(): void
  children: ReactNode
  /** Buttons, the main one last; the one that closes has `slot="close"`. */
  actions?: ReactNode
  isWide?: boolean
  /** Whether it has changes that would be lost. */
  isDirty?: boolean
}

/**
 * A question or form above the page. It has the focus until it closes; the Escape key closes it. A click outside closes
 * only a dialog without buttons. A changed form asks before it closes.
 */
export function Dialog({ title, close, children, actions, isWide, isDirty = false }: DialogProps) {
  const { question, leave } = useUnsaved(() => isDirty)
  return (
    <ModalOverlay
      className="dialog-overlay"
      isOpen
      onOpenChange={open => !open && leave(close)}
      isDismissable={!actions}
    >
      <Modal className={cx('dialog', isWide && 'dialog-wide')}>
        <AriaDialog>
          <header className="dialog-head spread">
            <Heading slot="title">{title}</Heading>
            <IconButton slot="close" icon={X} label={t('actions.close')} />
          </header>
          <div className="dialog-body stack">{children}</div>
          {actions && <footer className="dialog-actions row">{actions}</footer>}
        </AriaDialog>
      </Modal>
      {question && <UnsavedQuestion {...question} />}
    </ModalOverlay>
  )
}

/** Asks before changes are lost. */
export const UnsavedQuestion = ({ leave, stay }: { leave(): void; stay(): void }) => (
  <Dialog
    title={t('unsaved.title')}
    close={stay}
    actions={
      <>
        <Button variant="danger" onPress={leave}>
          {t('unsaved.leave')}
        </Button>
        <Button variant="primary" slot="close">
          {t('unsaved.stay')}
        </Button>
      </>
    }
  >
    <p>{t('unsaved.hint')}</p>
  </Dialog>
)

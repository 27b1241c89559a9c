import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import './dialog.css'

type DialogProps = {
  title: string
  isOpen: boolean
  close(): void
  children: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  isWide?: boolean
}

/** A question or form above the page, which has the focus until it is closed; the Escape key closes it. */
export function Dialog({ title, isOpen, close, children, actions, isWide }: DialogProps) {
  const { t } = useTranslation()
  return (
    <ModalOverlay className="dialog-overlay" isOpen={isOpen} onOpenChange={open => !open && close()} isDismissable>
      <Modal className={cx('dialog', isWide && 'dialog-wide')}>
        <AriaDialog>
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <IconButton icon={X} label={t('actions.close')} onPress={close} />
          </header>
          <div className="dialog-body">{children}</div>
          {actions && <footer className="dialog-actions">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

import { createCouponSchema } from '@campstore/contract/admin/coupons'
import { t } from 'i18next'
import { useNavigate } from 'react-router'
import { useFormAction } from '../../app/form-action.ts'
import { useToday } from '../../app/session.ts'
import { FormDialog, FormInstantField, FormNumberField, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { addDays, fromLocal } from '../../lib/days.ts'
import type { Coupon } from './coupon.ts'

/** How long a new coupon applies by default. */
const usualDays = 30

/** A new coupon, and then its page; or a change of one, except of its code and type, which customers know. */
export function CouponDialog({ coupon, close }: { coupon?: Coupon; close(): void }) {
  const navigate = useNavigate()
  const today = useToday()
  const { field, dialog } = useFormAction({
    schema: createCouponSchema,
    values: {
      code: coupon?.code ?? '',
      name: coupon?.name ?? '',
      discountType: coupon?.discountType ?? 'percentage',
      discountValue: coupon?.discountValue ?? '',
      minSpend: coupon?.minSpend ?? '0',
      maxDiscount: coupon?.maxDiscount ?? null,
      usageLimit: coupon?.usageLimit ?? null,
      startsAt: coupon?.startsAt ?? fromLocal(`${today}T00:00`),
      endsAt: coupon?.endsAt ?? fromLocal(`${addDays(today, usualDays)}T00:00`),
    },
    isChange: coupon !== undefined,
    run: (admin, fields, changed) =>
      coupon ? admin.changeCoupon({ id: coupon.id, ...changed }) : admin.createCoupon(fields),
    done: ({ code }) => t(coupon ? 'actions.saved' : 'actions.created', { name: code }),
    failed: t(coupon ? 'coupons.notChanged' : 'coupons.notCreated'),
    close,
    onDone: ({ id }) => !coupon && void navigate(`/coupons/${encodeURIComponent(id)}`),
  })
  return (
    <FormDialog title={coupon ? t('actions.editOne', { name: coupon.code }) : t('coupons.create')} {...dialog} isWide>
      {coupon ? (
        <p className="muted">{t('coupons.changeHint')}</p>
      ) : (
        <div className="form-columns">
          <FormTextField {...field('code', t('coupons.code'), t('coupons.codeHint'))} />
          <FormSelectField
            {...field('discountType', t('fields.type'))}
            options={(['percentage', 'fixed'] as const).map(value => ({ value, label: t(`coupons.types.${value}`) }))}
          />
        </div>
      )}
      <FormTextField {...field('name', t('coupons.name'))} />
      <div className="form-columns">
        <FormTextField {...field('discountValue', t('fields.discount'), t('coupons.worthHint'))} inputMode="decimal" />
        <FormTextField
          {...field('maxDiscount', t('coupons.maxDiscount'), t('coupons.emptyMeansNone'))}
          inputMode="decimal"
          whenEmpty={null}
        />
        <FormTextField {...field('minSpend', t('coupons.minSpend'))} inputMode="decimal" />
        <FormNumberField
          {...field('usageLimit', t('coupons.usageLimit'), t('coupons.emptyMeansNone'))}
          whenEmpty={null}
        />
        <FormInstantField {...field('startsAt', t('coupons.startsAt'))} />
        <FormInstantField {...field('endsAt', t('coupons.endsAt'))} />
      </div>
    </FormDialog>
  )
}

import type { ChineseTexts } from '../catalogue.ts'

export const bookings: ChineseTexts['bookings'] = {
  page: '訂位',
  title: '訂位 {{id}}',
  search: '姓名、電子郵件、電話、營地或編號',
  none: '尚無訂位',
  checkIn: '入住',
  checkOut: '退房',
  checkInFrom: '入住日起',
  checkInTo: '入住日迄',
  createdAt: '訂位時間',
  nights: '晚數',
  nightKinds: '（平日 {{weekdayCount}}，假日 {{holidayCount}}）',
  heldUntil: '保留至',
  actions: { confirm: '確認', cancel: '取消訂位', cancelPaid: '取消並退款' },
  failed: { confirm: '無法確認訂位', complete: '無法完成訂位' },
  cancel: {
    title: '要取消這筆訂位嗎？',
    hint: '這筆訂位尚未付款。營位與租借裝備會立即釋出。',
    done: '已取消訂位',
    failed: '無法取消訂位',
  },
  cancelPaid: {
    title: '要取消這筆已付款的訂位嗎？',
    hint: '營位與租借裝備會立即釋出，並產生一筆待退款。此動作無法復原。',
    done: '已取消訂位，待退款',
  },
  prices: { title: '營區與租借（訂位當時）', weekday: '平日', holiday: '假日', total: '小計', final: '總計' },
  timeline: { held: '保留' },
}

import styles from "./code-drawing.module.css"

/** A card with the place of its security code: on the front for Amex, otherwise on the back. */
export function CodeDrawing({ isOnFront }: { isOnFront: boolean }) {
  return (
    <svg className={styles.card} viewBox="0 0 96 60" aria-hidden="true" focusable="false">
      <rect className={styles.outline} x="1.5" y="1.5" width="93" height="57" rx="6" />
      {isOnFront ? (
        <>
          <rect className={styles.part} x="10" y="16" width="14" height="11" rx="2" />
          <path className={styles.line} d="M10 42h54M10 49h34" />
          <text className={styles.code} x="73" y="26">
            1234
          </text>
          <rect className={styles.place} x="56" y="13" width="34" height="18" rx="9" />
        </>
      ) : (
        <>
          <rect className={styles.part} x="1.5" y="10" width="93" height="11" />
          <rect className={styles.outline} x="10" y="30" width="50" height="14" />
          <path className={styles.line} d="M14 37h42" />
          <text className={styles.code} x="75" y="41">
            123
          </text>
          <rect className={styles.place} x="61" y="28" width="28" height="18" rx="9" />
        </>
      )}
    </svg>
  )
}

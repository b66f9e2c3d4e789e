import styles from "./plain-screen.module.css"

interface NotFoundProps {
  /** Where the way on leads; none at a host that is nobody's. */
  homePath?: string
}

export default function NotFound({ homePath }: NotFoundProps) {
  return (
    <div className={styles.screen}>
      <p className={styles.code}>Error 404</p>
      <h1>Oops, page not found</h1>
      <p>Sorry, the page you are looking for is not here.</p>
      {homePath && (
        <p>
          <a href={homePath}>Go to the home page</a>
        </p>
      )}
    </div>
  )
}

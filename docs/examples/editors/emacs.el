;; Eglot comes with Emacs 29; for older ones it is a package.
(require 'eglot)

(defvar traffic-policy-languages
  '(("json" . "json") ("yaml" . "yaml") ("yml" . "yaml") ("ts" . "typescript")
    ("mts" . "typescript") ("js" . "javascript") ("mjs" . "javascript"))
  "What the languages of policies are called, by the ends of their files.")

(defun traffic-policy-eglot ()
  "Start the server for a policy, with the command that is installed in its project."
  (when (and buffer-file-name
             (string-match
              (rx (or ".policy." ".cases." ".assertions." "/traffic-policy.config.")
                  (group (or "json" "yaml" "yml" "ts" "mts" "js" "mjs")) eos)
              buffer-file-name))
    (let* ((language (cdr (assoc (match-string 1 buffer-file-name) traffic-policy-languages)))
           (command "node_modules/.bin/traffic-policy")
           (root (locate-dominating-file buffer-file-name command)))
      (when root
        ;; In this buffer only: other files of the language keep their server.
        (setq-local eglot-server-programs
                    `(((,major-mode :language-id ,language)
                       . (,(expand-file-name command root) "lsp"
                          ;; Policies, configurations and lint rules in TypeScript are run.
                          :initializationOptions (:trusted t)))))
        (eglot-ensure)))))

(add-hook 'find-file-hook #'traffic-policy-eglot)

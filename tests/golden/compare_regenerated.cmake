# Runs PROGRAM with JAVA and fails unless it prints exactly the file COMMITTED.
execute_process(COMMAND ${JAVA} ${PROGRAM} OUTPUT_VARIABLE regenerated COMMAND_ERROR_IS_FATAL ANY)
file(READ ${COMMITTED} committed)
if(NOT regenerated STREQUAL committed)
  message(FATAL_ERROR "${PROGRAM} no longer prints ${COMMITTED}")
endif()

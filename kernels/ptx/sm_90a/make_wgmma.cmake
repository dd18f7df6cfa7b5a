# cmake -DPYTHON=... -DSCRIPT=make_wgmma.py -DOUT=FILE -P make_wgmma.cmake
execute_process(COMMAND ${PYTHON} ${SCRIPT} OUTPUT_FILE ${OUT} COMMAND_ERROR_IS_FATAL ANY)
